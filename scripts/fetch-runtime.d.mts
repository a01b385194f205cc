export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  readonly package: string;
  /** The path of the program inside the package. */
  readonly file: string;
  /** @defaultValue `["linux x64"]` */
  readonly systems?: readonly string[] | undefined;
}

export type FetchedRuntime =
  | { readonly path: string; readonly reason?: undefined; readonly unfetched?: undefined }
  | { readonly path?: undefined; readonly reason: string; readonly unfetched: boolean };

export function fetchRuntime(runtime: RuntimePackage): FetchedRuntime;
export function fetchNode(version: string): FetchedRuntime;
