// Makes a program of the `@example` of each operation, runs it in the sandbox, and writes the
// request that it sent as a curl command and the response as JSON.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import * as esbuild from "esbuild";

const biome = fileURLToPath(new URL("../node_modules/.bin/biome", import.meta.url));
const root = fileURLToPath(new URL("../", import.meta.url));

/** The characters that the column for code shows. A long id in a URL may need more. */
const width = 68;

const client = `import { createClient } from "bursar";
import { createSandbox } from "bursar/sandbox";

const { baseUrl, apiKey, fetch } = createSandbox();
const client = createClient({ baseUrl, apiKey, fetch });`;

const inDemoWallet = `import { createClient } from "bursar";
import { createSandbox, demoWallet } from "bursar/sandbox";

const { baseUrl, apiKey, fetch } = createSandbox();
const client = createClient({ baseUrl, apiKey, fetch });
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

const depositQuote = `${inDemoWallet}
const { depositQuote } = await client.fiat.quoteDeposit({
  paymentMethodToSend: "PIX",
  amountToSendInFiatCurrency: 250,
  receiveCryptoCurrency: "USDC",
  individualId: "ind_1",
  chainId: 137,
  walletAddress,
});
const { quoteId } = depositQuote;`;

const withdrawalQuote = `${inDemoWallet}
const { withdrawQuote } = await client.fiat.quoteWithdrawal({
  individualId: "ind_1",
  chainId: 137,
  paymentMethodToReceiveDetails: { type: "PIX", pixKey: "ana@example.com" },
  amountToSendInCryptoCurrency: "50",
  cryptoCurrencyToSend: "USDC",
});
const { quoteId } = withdrawQuote;`;

const personSession = `${client}
const { session: opened, frontDocumentUpload } = await client.kyc.individual.standard.create({
  firstName: "Ana",
  lastName: "Silva",
  birthDate: "1990-05-17",
  documentCategory: "PASSPORT",
  documentCountry: "BRAZIL",
  documentId: "123456789",
  livenessRequired: false,
  email: "ana@example.com",
  address: "Rua Augusta 1",
  city: "Sao Paulo",
  state: "SP",
  postalCode: "01000000",
});
const photo = new Blob([new Uint8Array(200_000)], { type: "image/jpeg" });
await client.kyc.uploadDocument(frontDocumentUpload, photo);
const sessionId = opened.id;`;

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

const businessSession = `${client}
const opened = await client.kyc.business.standard.create({
  legalName: "Padaria Silva Ltda",
  email: "office@example.com",
  documentId: "12345678000195",
  legalNature: "LTDA",
  phoneNumber: "5511999990000",
  city: "Sao Paulo",
  country: "BRAZIL",
  postalCode: "01000000",
  state: "SP",
  streetLine1: "Rua Augusta 1",
  owners: [
    {
      firstName: "Ana",
      lastName: "Silva",
      documentId: "123456789",
      documentCategory: "PASSPORT",
      documentCountry: "BRAZIL",
      birthDate: "1990-05-17",
      nationality: "BRAZILIAN",
      address: "Rua Augusta 1",
      city: "Sao Paulo",
      state: "SP",
      postalCode: "01000000",
    },
  ],
});
const sessionId = opened.session.id;`;

const payment = `const { transfer } = await client.operations.transfer({
  amount: "12.5",
  chainId: 137,
  token: USDC,
  payGasFeeToken: USDC,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  walletAddress,
  toAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
});`;

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
const setups = {
  "fiat.quoteDeposit": inDemoWallet,
  "fiat.createDeposit": depositQuote,
  "fiat.createDepositV1": depositQuote,
  "fiat.createWithdrawal": withdrawalQuote,
  "fiat.createWithdrawalV1": withdrawalQuote,
  "kyc.individual.standard.create": `${client}\nconst bytes = new Uint8Array(200_000);`,
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
  "operations.get": `${inOwnWallet}\n${payment}
const userOperationHash = transfer.userOperationHash ?? "0x";`,
  "operations.execute": `import { signOperation } from "bursar/signing";
${inOwnWallet}\n${payment}
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

/** Puts the setup of an operation before its example. Imports come first, one per module. */
export function createProgram(name, example) {
  const imports = new Map();
  const body = `${setups[name] ?? client}\n\n${example}`.replace(
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

/** Formats programs for the width of the site, in one process. */
export function formatPrograms(programs) {
  const folder = mkdtempSync(join(tmpdir(), "examples-"));
  try {
    const { formatter, javascript } = JSON.parse(readFileSync(`${root}biome.json`, "utf8"));
    const config = { root: true, formatter: { ...formatter, lineWidth: width }, javascript };
    writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
    for (const [name, code] of programs) writeFileSync(join(folder, `${name}.ts`), code);
    const { status, stderr } = spawnSync(biome, ["format", "--write", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`biome: ${stderr}`);
    return new Map(
      [...programs.keys()].map((name) => [name, readFileSync(join(folder, `${name}.ts`), "utf8")]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
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
  const body = code.replace(/^import \{([^}]*)\} from "([^"]+)";$/gm, (_, names, from) => {
    const values = names.replace(/\s*\btype \w+,?/g, "");
    return `const {${values}} = modules["${from}"];`;
  });
  const program = `(async () => {${body}\n})()`;
  const { code: script } = esbuild.transformSync(program, { loader: "ts", target: "es2022" });
  let output = "";
  const print = (...values) => {
    output += `${format(...values)}\n`;
  };
  const console = { log: print, warn: print, error: print };
  await new Function("modules", "console", `return ${script}`)(modules, console);
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
    if (lines.at(-1).length + part.length > width - 6) lines.push(part);
    else lines[lines.length - 1] += part;
  }
  return `${lines.join("\\\n")}"`;
}

const escapeQuotes = (text) => text.replaceAll("'", `'\\''`);

const quote = (text) => (/^[\w=.-]+$/.test(text) ? text : `'${escapeQuotes(text)}'`);

/** Breaks a long line of a quoted text. The shell joins the parts, so that no hash is shortened. */
function breakLine(line) {
  const parts = line.length > width ? line.match(new RegExp(`.{1,${width - 3}}`, "g")) : [line];
  return parts.map(escapeQuotes).join(`'\\\n'`);
}

/** Writes a value with two currencies of each amount, and with long texts shortened. */
export function writeJson(value) {
  const lines = JSON.stringify(value, leaveOutCurrencies, 2).split("\n");
  return `${lines.map(shortenLine).join("\n")}\n`;
}

const leaveOutCurrencies = (_, value) => (value?.sats ? { usd: value.usd, eur: value.eur } : value);

/** Keeps the first item of each list. */
export function shortenLists(value) {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortenLists);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shortenLists(each)]),
  );
}

function shortenLine(line) {
  if (line.length <= width) return line;
  const [, begin, text, end] = /^(\s*(?:"[^"]*": )?)"(.*)"(,?)$/.exec(line) ?? [];
  if (text === undefined) throw new Error(`no text to shorten: ${line}`);
  const length = width - begin.length - end.length - 2;
  return `${begin}"${text.slice(0, length - 9)}…${text.slice(-8)}"${end}`;
}
