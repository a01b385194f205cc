import { hashAuthorization } from "viem/utils";
import type { QuoteCase } from "./ordinary-quotes.js";
import { createOtherData } from "./ordinary-quotes-data.js";
import type { Random } from "./random-numbers.js";
import type { Fields } from "./read-stated.js";

/** Typed data of a market quote: the operation itself, other data, or what cannot be signed. */
function addData(random: Random, { request }: QuoteCase): Fields {
  const { pick, chance } = random;
  const chainId = pick<unknown>(request.chainIdIn, request.chainIdIn, 1, undefined);
  const { typedData, userOperationHash } = createOtherData(random, chainId);
  if (chance(0.3)) return { typedData: { ...typedData, message: pick<unknown>({}, [], null) } };
  return chance(0.3) && userOperationHash !== undefined
    ? { typedData, userOperationHash, quoteId: userOperationHash }
    : { typedData };
}

/** Another wallet, chain or form of an order. */
function changeOrder(random: Random, { quote, request }: QuoteCase): Fields {
  const { pick } = random;
  const { domain, types, primaryType, message } = Object(quote.typedData);
  const changed = pick<object>(
    { domain: { ...domain, chainId: pick<unknown>(1, request.chainIdIn, "x") }, types, message },
    { domain: { ...domain, verifyingContract: random.address() }, types, message },
    { domain: { ...domain, salt: random.hash() }, types, message },
    { domain, types: { ...types, Other: [{ name: "a", type: "bool" }] }, message },
    { domain, types: { [primaryType]: [{ name: "sender", type: "address" }] }, message },
  );
  return { typedData: { primaryType, ...changed } };
}

function createAuthorization(random: Random, { request, options }: QuoteCase): Fields {
  const { pick, chance, integer } = random;
  const parts = {
    chainId: pick<number>(request.chainIdIn, request.chainIdIn, 1, 0),
    address: pick(options.delegates?.[0] ?? random.address(), random.address()),
    nonce: integer(0, 3),
  };
  const hash = chance(0.8) ? hashAuthorization(parts) : random.hash();
  return { ...parts, nonce: pick<unknown>(parts.nonce, String(parts.nonce)), hash };
}

/** Changes what is signed: hashes, typed data, an authorization, an approval. */
export function tamperData(random: Random, given: QuoteCase): Fields {
  const { quote } = given;
  const { pick, chance, hash } = random;
  const isOrder = Object(quote.typedData).primaryType !== undefined;
  const change = pick<() => Fields>(
    () => ({ userOperationHash: pick<unknown>(hash(), "0x", null, hash().slice(0, -1), 1) }),
    () => {
      const userOperationHash = hash();
      return { userOperationHash, quoteId: userOperationHash };
    },
    () => ({ quoteId: pick<unknown>(hash(), "", null, "quote-1") }),
    () => ({ authorization: createAuthorization(random, given) }),
    () => ({
      rwaApproveUserOperation: {
        userOperationHash: pick<unknown>(hash(), hash(), null),
        ...(chance(0.4) && { authorization: createAuthorization(random, given) }),
      },
    }),
    () => ({ typedData: pick<unknown>(null, {}, undefined, []) }),
    () => (isOrder ? changeOrder(random, given) : addData(random, given)),
    () => (isOrder ? { quoteId: hash() } : addData(random, given)),
  );
  return { ...quote, ...change() };
}
