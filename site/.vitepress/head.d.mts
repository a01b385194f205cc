interface Addresses {
  readonly homepage: string;
  readonly repository: { readonly url: string };
}
export function findSiteUrl(packageJson: Addresses): string | undefined;
export function findRepository(packageJson: Pick<Addresses, "repository">): string;
export function describePage(markdown: string): string;
export function createHead(page: {
  title: string;
  description: string;
  path: string;
  siteUrl: string | undefined;
}): [tag: string, attributes: Record<string, string>][];
