/** Where a command prints, what it reads, and how it sends requests. */
export interface CommandEnvironment {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** The standard input. */
  readonly input?: NodeJS.ReadableStream | undefined;
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The width of the terminal. Undefined if the output goes to a file or a pipe. */
  readonly columns?: number | undefined;
}
