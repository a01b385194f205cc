// The pages of docs/ by section, in the order of the site, of llms.txt and of llms-full.txt. A page
// that is missing here fails a test and the build.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const docs = new URL("../../docs/", import.meta.url);

/** Names of files in docs/ without `.md`, and their titles in the sidebar. */
const listed = [
  {
    title: "Start",
    pages: [
      ["getting-started", "Getting started"],
      ["migrating-from-fetch", "Migrating from fetch"],
      ["README", "All tasks"],
      ["glossary", "Glossary"],
    ],
  },
  {
    title: "Money",
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
      ["webhooks", "Webhooks"],
      ["eip-7702", "EIP-7702 wallets"],
      ["bitcoin", "Bitcoin"],
    ],
  },
  {
    title: "Safety",
    pages: [
      ["signing", "Signing"],
      ["signers", "Signers"],
      ["settlement", "What happened"],
      ["signing-policy", "Signing policies"],
      ["intents", "Once per intent"],
      ["receipts", "Receipts"],
      ["errors", "Errors"],
      ["retries", "Retries and unknown outcomes"],
    ],
  },
  {
    title: "Run it",
    pages: [
      ["configuration", "Configuration"],
      ["browsers", "Browsers"],
      ["proxy", "The proxy"],
      ["query", "TanStack Query"],
      ["schemas", "Schemas"],
      ["stores", "Stores"],
      ["tools", "Tools for agents"],
      ["networks", "Networks"],
      ["headers", "Request headers"],
      ["observability", "Observability"],
      ["performance", "Performance"],
      ["security", "Security"],
      ["sandbox", "The sandbox"],
      ["testing-your-app", "Test your app"],
      ["check-your-service", "Check your service"],
      ["troubleshooting", "Troubleshooting"],
    ],
  },
  {
    title: "Reference",
    pages: [
      ["error-ids", "Error ids"],
      ["signing-codes", "Signing codes"],
      ["command-line", "The command line"],
      ["parity", "Sandbox and service"],
      ["versioning", "Versioning"],
      ["AGENTS", "Rules for coding agents"],
    ],
  },
];

/** The guides that newcomers need most often. Others follow. */
const firstGuides = ["guides/wallet-app", "guides/payouts", "guides/trading-bot"];
/** The pages of docs/guides. Their titles are their headings. */
const guides = [...new Set([...firstGuides, ...readFolder("guides/")])].map((name) => [
  name,
  readTitle(name),
]);

const all = listed.toSpliced(1, 0, { title: "Guides", pages: guides });

/** The pages for contributors, which are neither shipped nor on the site. */
export const contributorPages = ["testing", "decisions", "style", "api"];

/** The names of the pages in a folder of docs/. */
function readFolder(folder) {
  if (!existsSync(new URL(folder, docs))) return [];
  return readdirSync(new URL(folder, docs))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}${file.slice(0, -3)}`)
    .sort();
}

function readTitle(name) {
  return /^# (.+)$/m.exec(readFileSync(new URL(`${name}.md`, docs), "utf8"))[1];
}

/** The pages for users of the package, which are shipped. */
export const sections = all.filter(({ pages }) => pages.length > 0);

/** The files in docs/ that are in no list. */
export function findUnlistedPages() {
  const names = [...all.flatMap(({ pages }) => pages.map(([name]) => name)), ...contributorPages];
  return readFolder("").filter((name) => !names.includes(name));
}

/** The file of a page on the site. */
export const siteFile = (name) => (name === "README" ? "overview.md" : `${name.toLowerCase()}.md`);

/** The pages of the site by their file on it, as paths in the repository. */
export const siteFiles = new Map([
  ...sections.flatMap(({ pages }) => pages).map(([name]) => [siteFile(name), `docs/${name}.md`]),
  ["changelog.md", "CHANGELOG.md"],
  ["security-policy.md", "SECURITY.md"],
]);
