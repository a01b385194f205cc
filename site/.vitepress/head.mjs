// What search engines and previews of links read in the head of a page.

/** The address of the site. Undefined as long as `homepage` in package.json is the repository. */
export function findSiteUrl({ homepage, repository }) {
  return homepage.startsWith(findRepository({ repository }))
    ? undefined
    : homepage.replace(/\/?(?:#.*)?$/, "");
}

/** The address of the repository. */
export const findRepository = ({ repository }) => repository.url.replace(/^git\+|\.git$/g, "");

/** The first sentence of a page, without its Markdown. */
export function describePage(markdown) {
  const paragraphs = markdown.replace(/^```[\s\S]*?^```$/gm, "").split(/\n\s*\n/);
  const first = paragraphs.find((text) => /^[\p{L}`[*]/u.test(text)) ?? "";
  const text = first
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return /^.+?(?:[.!?](?= \p{Lu}|$)|(?=:$))/u.exec(text)?.[0] ?? text;
}

/** The tags of a page beside its title and description. `path` begins with a slash. */
export function createHead({ title, description, path, siteUrl }) {
  const image = `${siteUrl ?? ""}/og.png`;
  const property = (name, content) => ["meta", { property: name, content }];
  return [
    property("og:site_name", "Bursar"),
    property("og:type", "website"),
    property("og:title", title),
    property("og:description", description),
    property("og:image", image),
    property("og:image:width", "1200"),
    property("og:image:height", "630"),
    property(
      "og:image:alt",
      "Bursar. Move money with smart wallets. Sign only what you asked for.",
    ),
    ["meta", { name: "twitter:card", content: "summary_large_image" }],
    ...(siteUrl
      ? [property("og:url", siteUrl + path), ["link", { rel: "canonical", href: siteUrl + path }]]
      : []),
  ];
}
