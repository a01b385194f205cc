// The pages of docs/ by section, in the order of the site, of llms.txt and of llms-full.txt. A page
// that is missing here fails a test and the build.
import { existsSync, readdirSync } from "node:fs";

const docs = new URL("../../docs/", import.meta.url);

/** Names of files in docs/ without `.md`, and their titles in the sidebar. */
const all = [
  {
    title: "First steps",
    pages: [
      ["README", "Overview"],
      ["getting-started", "Getting started"],
      ["configuration", "Configuration"],
      ["migrating-from-fetch", "Migrating from fetch"],
      ["glossary", "Glossary"],
    ],
  },
  {
    title: "Wallets and money",
    pages: [
      ["wallets", "Wallets and factories"],
      ["swaps", "Swaps"],
      ["limit-orders", "Limit orders"],
      ["transfers", "Transfers"],
      ["liquidity", "Liquidity"],
      ["lending", "Lending"],
      ["fiat", "Fiat"],
      ["kyc", "KYC"],
      ["history", "History and exports"],
    ],
  },
  {
    title: "Signing",
    pages: [
      ["signing", "Signing"],
      ["signing-codes", "Signing codes"],
      ["settlement", "What happened"],
      ["signers", "Signers"],
      ["signing-policy", "Signing policies"],
      ["eip-7702", "EIP-7702 wallets"],
      ["bitcoin", "Bitcoin"],
    ],
  },
  {
    title: "Failures",
    pages: [
      ["errors", "Errors"],
      ["error-ids", "Error ids"],
      ["retries", "Retries and unknown outcomes"],
      ["intents", "Once per intent"],
      ["troubleshooting", "Troubleshooting"],
    ],
  },
  {
    title: "Pages and servers",
    pages: [
      ["browsers", "Browsers"],
      ["proxy", "The proxy"],
      ["query", "TanStack Query"],
      ["schemas", "Schemas"],
      ["webhooks", "Webhooks"],
      ["stores", "Stores"],
      ["receipts", "Receipts"],
      ["tools", "Tools for agents"],
      ["networks", "Networks"],
      ["headers", "Request headers"],
      ["observability", "Observability"],
      ["security", "Security"],
      ["performance", "Performance"],
    ],
  },
  {
    title: "Tests and versions",
    pages: [
      ["sandbox", "The sandbox"],
      ["testing-your-app", "Test your app"],
      ["parity", "Sandbox and service"],
      ["check-your-service", "Check your service"],
      ["command-line", "The command line"],
      ["versioning", "Versioning"],
      ["AGENTS", "Rules for coding agents"],
    ],
  },
];

const internal = [
  ["testing", "Tests"],
  ["decisions", "Decisions"],
  ["style", "Writing style"],
  ["api", "API report"],
];

const exists = ([name]) => existsSync(new URL(`${name}.md`, docs));

/** The pages for users of the package, which are shipped. */
export const sections = all.map((section) => ({
  ...section,
  pages: section.pages.filter(exists),
}));

/** The pages for contributors, which are not shipped. */
export const contributorPages = internal.filter(exists);

/** The files in docs/ that are in no list. */
export function findUnlistedPages() {
  const listed = new Set([...all.flatMap(({ pages }) => pages), ...internal].map(([name]) => name));
  return readdirSync(docs)
    .filter((name) => name.endsWith(".md") && !listed.has(name.slice(0, -3)))
    .sort();
}

/** The file of a page on the site. VitePress calls the start page of a folder `index`. */
export const siteFile = (name) => (name === "README" ? "index.md" : `${name.toLowerCase()}.md`);
