// What the search of the site indexes, and how it ranks. Browsers and the build get the functions
// of `searchOptions` and `indexOptions` as text, so each may use nothing outside of itself.

/** Options of MiniSearch for each search. */
export const searchOptions = {
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  prefix: (term) => term.length > 2,
  boost: { words: 8, title: 4, text: 2, titles: 1 },
  // Of the reference, only the pages of operations rank as the others.
  boostDocument: (id) => (/^\/reference\/(?!\w+\.)/.test(id) ? 0.3 : 1),
};

/**
 * Words of readers that a page lacks, by the link of the page, or of a section. A word counts more
 * here than in a title.
 */
export const synonyms = {
  "/browsers": "api key browser secret hide frontend client side CORS",
  "/check-your-service": "contract test",
  "/configuration#client-options": "timeout default settings",
  "/errors": "exception status code try catch",
  "/fiat": "refund chargeback onramp offramp on-ramp off-ramp bank buy sell IBAN",
  "/getting-started": "quickstart setup hello world tutorial",
  "/glossary": "vocabulary terms definition",
  "/history#export-to-csv-every-night": "download spreadsheet accounting",
  "/intents": "idempotency idempotent key double spend duplicate payment twice exactly",
  "/kyc": "identity verification passport onboarding",
  "/limit-orders": "minAmountOut stop loss order book",
  "/limit-orders#cancel-an-order": "cancel limit order",
  "/networks#http-proxies": "corporate firewall",
  "/observability#hooks": "hooks onRequest onEnd events callbacks metrics monitoring telemetry",
  "/parity": "simulator realistic differences",
  "/performance#what-a-page-loads": "bundle size tree shaking",
  "/proxy": "next.js backend gateway api route",
  "/query": "react hooks vue svelte solid useQuery wagmi",
  "/retries": "retry backoff rate limit",
  "/retries#unknown-outcomes": "lost response connection reset",
  "/sandbox": "offline mock fake test without network simulate local testnet",
  "/signers": "privy turnkey fireblocks metamask walletconnect hsm",
  "/signing-codes#codes": "price impact warning",
  "/signing-policy": "spending limit allowance cap",
  "/swaps#amounts": "decimals units wei rounding",
  "/swaps#the-request": "slippage gas fee exchange trade bridge",
  "/testing-your-app": "unit test jest playwright cypress",
  "/tools": "AI agent LLM MCP assistant function calling",
  "/transfers": "send payment",
  "/transfers#several-at-once": "batch payment bulk payout",
  "/wallets#fund-a-wallet": "deposit top up",
  "/webhooks": "webhook signature HMAC callback notification",
};

/** Options of MiniSearch for the index and each search. */
export const indexOptions = {
  fields: ["title", "titles", "text", "words"],
  // Only the build calls it, so it may use `synonyms`.
  extractField: (document, field) => {
    if (field !== "words") return document[field];
    const isPage = document.titles.length === 0;
    return synonyms[isPage ? document.id.replace(/#.*/, "") : document.id];
  },
  // The words, and the identifiers that are several words.
  tokenize: (text) => [
    ...text.split(/[\n\r\p{Z}\p{P}]+/u),
    ...(text.match(/\w+_\w+|\w+\.\w+[\w.]*/g) ?? []),
  ],
  processTerm: (term) => {
    const common =
      "a an and any are as at be been but by can do does for from get has have how i if in into is it its my no not of on or so such than that the then there this to what when where which who with you your";
    const word = term.toLowerCase();
    return common.split(" ").includes(word) ? null : word;
  },
};

/** Returns the HTML of a page that is indexed: of the reference, only titles. */
export function renderForSearch(source, env, md) {
  if (!env.relativePath.startsWith("reference/")) {
    // Each error id is found by itself, although all are in one table.
    const ids = /^\| <a id="\w+"><\/a>`(\w+)`(.*)$/gm;
    const html = md.render(source.replace(ids, "\n### $1\n\n$2\n"), env);
    return env.frontmatter?.search === false ? "" : html;
  }
  const isResource = /^# Interface: \w+$/m.test(source) && /^## Methods$/m.test(source);
  const headings = source.match(isResource ? /^#{1,3} .+$/gm : /^# .+$/gm) ?? [];
  return md.render(headings.join("\n\n"), env);
}
