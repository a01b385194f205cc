// Makes a program of the `@example` of each operation, runs it in the sandbox, and writes the
// request that it sent as a curl command and the response as JSON.
import { format } from "node:util";
import { columns, formatPrograms } from "./format-programs.mjs";
import { runBlock } from "./run-block.mjs";

const client = `import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";

const { baseUrl, apiKey, fetch } = createSandbox();
const client = createClient({ baseUrl, apiKey, fetch });`;

const inDemoWallet = `import { demoWallet } from "bursar/sandbox";
${client}
const walletAddress = demoWallet;`;

const inVeteranWallet = inDemoWallet.replaceAll("demoWallet", "veteranWallet");

const inOwnWallet = `import { createClient, factories, tokenAddresses } from "bursar";
import { createSandbox } from "bursar/sandbox";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const { baseUrl, apiKey, fetch, fund } = createSandbox();
const client = createClient({ baseUrl, apiKey, fetch });
const signer = privateKeyToAccount(generatePrivateKey());
const owner = signer.address;
const factory = factories.lightAccount["2.0.0"];
const registered = await client.wallets.register({ externallyOwnedAccount: owner, factory });
const { walletAddress } = registered.wallet;
const { USDC, WETH } = tokenAddresses[137];
fund({ account: walletAddress, chainId: 137, token: USDC, amount: "1000" });`;

const position = `const position = {
  walletAddress,
  toAddress: walletAddress,
  chainId: 137,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  tokenIn: USDC,
  amountIn: "100",
  token0: USDC,
  token1: WETH,
  poolFeePercent: 0.05,
  minPrice: 0.0002,
  maxPrice: 0.0006,
} as const;`;

const inPosition = `import { runOperation } from "bursar/signing";
${inOwnWallet}
${position}
const open = async () => (await client.liquidity.createWithSwap(position)).operation;
await runOperation(client, open, { signer, owner, walletAddress, chainId: 137 });
const held = await client.wallets.portfolio(walletAddress, { includeNFTs: true });
const tokenId = held.nfts?.[0]?.tokenId ?? "";`;

const enhancedSession = `${client}
const opened = await client.kyc.individual.enhanced.create({ individualId: "ind_1" });
const sessionId = opened.session?.id ?? "";`;

const enhancedDocument = `import type { UploadTarget } from "bursar";
${enhancedSession}
// The service documents no upload of this level.
// This is the one of the sandbox.
const target = opened.proofOfAddressDocumentUpload as UploadTarget;
const photo = new Blob([new Uint8Array(200_000)], { type: "image/jpeg" });
await client.kyc.uploadDocument(target, photo);`;

const openOrder = `import { pickExecutable, signQuote } from "bursar/signing";
${inOwnWallet}
const { quotes } = await client.swap.quote({
  amountIn: "100",
  minAmountOut: "0.5",
  chainIdIn: 137,
  chainIdOut: 137,
  tokenIn: USDC,
  tokenOut: WETH,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  walletAddress,
  toAddress: walletAddress,
});
const signed = await signQuote(pickExecutable(quotes), signer, { owner });
const { userOperationHash } = await client.operations.execute(signed);
const { items } = await client.wallets.history(walletAddress, { userOperationHash });
const transactionId = items[0]?.id ?? "";`;

/** The lines before the examples that use other names than `client`. */
function createSetups(examples) {
  /** The lines of an example before the first that begins so. */
  function exampleUntil(name, line) {
    const [lines, rest] = examples.get(name).split(`\n${line}`);
    if (rest === undefined) throw new Error(`${name}: its example has no line "${line}"`);
    return lines;
  }
  const depositQuote = `${inDemoWallet}
${exampleUntil("fiat.quoteDeposit", "console.log(")}
const { quoteId } = depositQuote;`;
  const withdrawalQuote = `${inDemoWallet}
${exampleUntil("fiat.quoteWithdrawal", "console.log(")}
const { quoteId } = withdrawQuote;`;
  const withDocument = `${client}\nconst bytes = new Uint8Array(200_000);`;
  const personSession = `${withDocument}
${exampleUntil("kyc.individual.standard.create", "await client.kyc.individual.standard.process(")}
const sessionId = created.session.id;`;
  const businessSession = `${client}
${exampleUntil("kyc.business.standard.create", "console.log(")}
const sessionId = created.session.id;`;
  const payment = `${inOwnWallet}\n${exampleUntil("operations.transfer", "console.log(")}`;
  return {
    "fiat.quoteDeposit": inDemoWallet,
    "fiat.createDeposit": depositQuote,
    "fiat.createDepositV1": depositQuote,
    "fiat.createWithdrawal": withdrawalQuote,
    "fiat.createWithdrawalV1": withdrawalQuote,
    "kyc.individual.standard.create": withDocument,
    "kyc.individual.standard.get": personSession,
    "kyc.individual.standard.process": personSession,
    "kyc.individual.enhanced.get": enhancedSession,
    "kyc.individual.enhanced.process": enhancedDocument,
    "kyc.business.standard.get": businessSession,
    "kyc.documentUrls": personSession,
    "lending.quote": inDemoWallet,
    "liquidity.createWithSwap": inDemoWallet,
    "liquidity.create": `${inOwnWallet}\n${position}`,
    "liquidity.rebalance": inPosition,
    "liquidity.change": inPosition,
    "liquidity.collectFees": inPosition,
    "operations.transfer": inDemoWallet,
    "operations.batch": inDemoWallet,
    "operations.custom": inDemoWallet,
    "operations.get": `${payment}\nconst userOperationHash = transfer.userOperationHash ?? "0x";`,
    "operations.execute": `import { signOperation } from "bursar/signing";
${payment}
const signed = await signOperation(transfer, signer, { owner });
const { userOperationHash, signature } = signed;`,
    "swap.quote": inDemoWallet,
    "swap.prepareCancellation": openOrder,
    "swap.cancelLimitOrder": `import { signCancellation } from "bursar/signing";
${openOrder}
const prepared = await client.swap.prepareCancellation(transactionId);
const terms = { owner, walletAddress, chainId: 137 };
const { signature } = await signCancellation(prepared, signer, terms);`,
    "wallets.updateMetadata": inDemoWallet,
    "wallets.deposit": inVeteranWallet,
    "wallets.portfolio": inDemoWallet,
    "wallets.history": inVeteranWallet,
    "wallets.updateTransactionMetadata": `${inVeteranWallet}
const { items } = await client.wallets.history(walletAddress).firstPage();
const transactionId = items[0]?.id ?? "";`,
    "wallets.requestTaxExport": inDemoWallet,
    "wallets.scheduleTaxExport": inDemoWallet,
  };
}

/** Makes a program of each example. Imports come first, one per module. */
export function createPrograms(examples) {
  const setups = createSetups(examples);
  const programs = [...examples].map(([name, example]) => [
    name,
    collectImports(`${setups[name] ?? client}\n\n${example}`),
  ]);
  const files = new Map(programs.map(([name, code]) => [`${name}.ts`, code]));
  const formatted = formatPrograms(files);
  return new Map(programs.map(([name]) => [name, formatted.get(`${name}.ts`)]));
}

function collectImports(code) {
  const imports = new Map();
  const body = code.replace(
    /^import (type )?\{([^}]*)\} from "([^"]+)";\n+/gm,
    (_, isType, list, from) => {
      const names = imports.get(from) ?? new Set();
      imports.set(from, names);
      for (const each of list.split(",")) names.add(`${isType ?? ""}${each.trim()}`);
      return "";
    },
  );
  const lines = [...imports]
    .sort()
    .map(([from, names]) => `import { ${[...names].sort().join(", ")} } from "${from}";\n`);
  return `${lines.join("")}\n${body.trim()}\n`;
}

/** The same key in every build. */
const privateKey = `0x${"59c6995e".repeat(8)}`;

/** Runs a program. Returns the first request of the operation, the response, and the output. */
export async function runProgram(name, code, { bursar, sandbox, signing, accounts }) {
  let exchange;
  function createSandbox() {
    const box = sandbox.createSandbox({ now: Date.UTC(2026, 0, 1), tick: 30_000 });
    const fetch = async (request) => {
      const text = await request.clone().text();
      const response = await box.fetch(request);
      if (!exchange && box.requests.at(-1)?.operation === name) {
        const { method, url } = request;
        const body = await response.clone().text();
        exchange = { method, url: url.slice(box.baseUrl.length), text, status: response.status };
        exchange.response = body && JSON.parse(body);
      }
      return response;
    };
    return { ...box, fetch };
  }
  const modules = {
    bursar,
    "bursar/sandbox": { ...sandbox, createSandbox },
    "bursar/signing": signing,
    "viem/accounts": { ...accounts, generatePrivateKey: () => privateKey },
  };
  let output = "";
  const print = (...values) => {
    output += `${format(...values)}\n`;
  };
  const console = { log: print, warn: print, error: print };
  await runBlock(code, modules, { console });
  if (!exchange) throw new Error(`${name}: its example sends no request of it`);
  return { ...exchange, output };
}

/** Writes a request as a curl command. */
export function writeCurl({ method, url, text }) {
  const [path, query] = url.split("?");
  const lines = [writeUrl(path), '-H "x-api-key: $BURSAR_API_KEY"'];
  if (query) lines.unshift("-G");
  else if (method !== "GET") lines.unshift(`-X ${method}`);
  for (const [key, value] of new URLSearchParams(query)) {
    const option = encodeURIComponent(value) === value ? "-d" : "--data-urlencode";
    lines.push(`${option} ${quote(`${key}=${value}`)}`);
  }
  if (text) {
    lines.push('-H "content-type: application/json"');
    const json = JSON.stringify(JSON.parse(text), null, 2);
    lines.push(`-d '${json.split("\n").map(breakLine).join("\n")}'`);
  }
  return `curl ${lines.join(" \\\n  ")}\n`;
}

/** Breaks a long URL. The shell removes a backslash before the end of a line. */
function writeUrl(path) {
  const lines = [`"$BURSAR_BASE_URL`];
  for (const part of path.split(/(?=\/)/)) {
    if (lines.at(-1).length + part.length > columns - 6) lines.push(part);
    else lines[lines.length - 1] += part;
  }
  return `${lines.join("\\\n")}"`;
}

const escapeQuotes = (text) => text.replaceAll("'", `'\\''`);

const quote = (text) => (/^[\w=.-]+$/.test(text) ? text : `'${escapeQuotes(text)}'`);

/** Breaks a long line of a quoted text. The shell joins the parts, so that no hash is shortened. */
function breakLine(line) {
  const parts = line.length > columns ? line.match(new RegExp(`.{1,${columns - 3}}`, "g")) : [line];
  return parts.map(escapeQuotes).join(`'\\\n'`);
}

/** Writes a value, with long texts shortened. */
export function writeJson(value) {
  const lines = JSON.stringify(value, null, 2).split("\n");
  return `${lines.map(shortenLine).join("\n")}\n`;
}

function shortenLine(line) {
  if (line.length <= columns) return line;
  const [, begin, text, end] = /^(\s*(?:"[^"]*": )?)"(.*)"(,?)$/.exec(line) ?? [];
  if (text === undefined) throw new Error(`no text to shorten: ${line}`);
  const length = columns - begin.length - end.length - 2;
  return `${begin}"${text.slice(0, length - 9)}…${text.slice(-8)}"${end}`;
}
