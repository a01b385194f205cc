// Shows what an operation does, call by call, by ERC-7730: formatEip5792Batch gets the calls that
// listCalls reads from the signed data. Run it: npm install && npx tsx show-calls.mts
import { type FormatOptions, formatEip5792Batch } from "@ethereum-sourcify/clear-signing";
import { listCalls, type OperationWithCalls } from "bursar/signing";
import { encodeFunctionData, parseAbi } from "viem";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const people = [
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
] as const;

// What a batch of two payments carries in its typed data, if the service sends it.
const abi = parseAbi([
  "function executeBatch((address to, uint256 value, bytes data)[] calls)",
  "function transfer(address to, uint256 amount)",
]);
const calls = people.map((to) => ({
  ...({ to: usdc, value: 0n } as const),
  data: encodeFunctionData({ abi, functionName: "transfer", args: [to, 7_000_000n] }),
}));
const callData = encodeFunctionData({ abi, functionName: "executeBatch", args: [calls] });
const operation: OperationWithCalls = { typedData: { message: { callData } } };

// Only tokens that you trust: any contract can call itself USDC. Nothing is fetched here.
const options: FormatOptions = {
  descriptorResolverOptions: {
    type: "custom",
    trustedTokens: { 137: { [usdc]: "erc20" } },
    resolver: {
      index: { calldataIndex: {}, typedDataIndex: {} },
      fetchDescriptor: () => Promise.reject(new TypeError("no descriptor is fetched")),
    },
  },
  externalDataProvider: {
    resolveToken: async () => ({ name: "USD Coin", symbol: "USDC", decimals: 6 }),
  },
};

const listed = listCalls(operation);
if (!listed) throw new TypeError("the calls cannot be read: do not sign this blindly");
const { callDisplays, warnings = [] } = await formatEip5792Batch(
  { chainId: 137, calls: listed },
  options,
);
for (const { intent, fields = [] } of callDisplays) {
  const shown = fields.flatMap((field) =>
    "value" in field ? [`${field.label}: ${field.value}`] : [],
  );
  console.log(String(intent), shown.join(", "));
}
console.log(warnings.map(({ message }) => message));
