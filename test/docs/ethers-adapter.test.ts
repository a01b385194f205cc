import * as esbuild from "esbuild";
import * as ethers from "ethers";
import * as viem from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import {
  createAuthorization,
  delegate,
  wrapForAccount,
} from "../../src/sandbox/operations/user-operation.js";
import {
  type AccountSigner,
  type Signer,
  signAuthorization,
  signTypedData,
  signUserOperation,
} from "../../src/tasks/index.js";
import { findBlocks } from "./markdown.js";

/** The adapter as the page shows it. */
function readAdapter(): (wallet: ethers.BaseWallet) => AccountSigner {
  const block = findBlocks("docs/signers.md").find(({ code }) => code.includes("fromEthers("));
  const body = block?.code.replace(/^(?:import|console).*$/gm, "");
  const { code } = esbuild.transformSync(`(() => {${body}\nreturn fromEthers; })()`, {
    loader: "ts",
  });
  const names = { getBytes: ethers.getBytes, getAddress: viem.getAddress };
  return new Function(...Object.keys(names), `return ${code}`)(...Object.values(names));
}

test("the adapter in docs/signers.md makes the signatures of a viem account", async () => {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const adapted = readAdapter()(new ethers.Wallet(key));
  const typedData = wrapForAccount(137, account.address, "an order");
  const authorization = createAuthorization(137, 0);
  const sign = (signer: Signer) =>
    Promise.all([
      signUserOperation(viem.keccak256("0x01"), signer),
      signTypedData(typedData, signer, { chainId: 137 }),
      signAuthorization(authorization, signer, { chainId: 137, delegates: [delegate] }),
    ]);
  expect(await sign(adapted)).toEqual(await sign(account));
});
