import { hashAuthorization } from "viem/utils";
import type { QuoteCase } from "./ordinary-quotes.js";
import { hashOperation } from "./ordinary-quotes-data.js";
import type { Random } from "./random-numbers.js";
import type { Fields } from "./read-stated.js";

/** Another operation or domain. The hash is that of the new data, that of the old one, or none. */
function changeOperation(random: Random, typedData: unknown, { request }: QuoteCase): Fields {
  const { pick, chance } = random;
  const { domain, types, primaryType, message } = Object(typedData);
  const changed = {
    primaryType,
    ...pick<object>(
      { domain, types, message: { ...message, callData: `0x${random.digits(64)}` } },
      { domain, types, message: { ...message, sender: random.address() } },
      { domain, types, message: { ...message, paymasterAndData: random.address() } },
      { domain, types, message: { ...message, nonce: pick<unknown>("1", 7, "0x8", "-1", null) } },
      { domain: { ...domain, chainId: pick<unknown>(1, request.chainIdIn, "x") }, types, message },
      { domain: { ...domain, verifyingContract: random.address() }, types, message },
      { domain: { ...domain, salt: random.hash() }, types, message },
      { domain, types: { ...types, Other: [{ name: "a", type: "bool" }] }, message },
      { domain, types: { [primaryType]: [{ name: "sender", type: "address" }] }, message },
    ),
  };
  if (chance(0.4)) return { typedData: changed };
  try {
    const userOperationHash = hashOperation(changed);
    return { typedData: changed, userOperationHash };
  } catch {
    return { typedData: changed };
  }
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
  const approval = Object(quote.rwaApproveUserOperation);
  const isKnown = Object(quote.typedData).primaryType !== undefined;
  const changeOwn = () => {
    const changed = changeOperation(random, quote.typedData, given);
    const { userOperationHash } = changed;
    return chance(0.9) && userOperationHash ? { ...changed, quoteId: userOperationHash } : changed;
  };
  if (approval.typedData && chance(0.5)) {
    const changed = changeOperation(random, approval.typedData, given);
    return { ...quote, rwaApproveUserOperation: { ...approval, ...changed } };
  }
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
    () => (isKnown ? changeOwn() : { typedData: {} }),
    () => (isKnown ? changeOwn() : { quoteId: hash() }),
  );
  return { ...quote, ...change() };
}
