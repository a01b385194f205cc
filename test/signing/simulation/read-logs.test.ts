import { type Hex, pad, toEventSelector, toFunctionSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import {
  controlEvents,
  eventTopics,
  grantEvents,
  loanEvents,
} from "../../../src/signing/simulation/measure/event-topics.js";
import {
  type Measure,
  type MeasureKind,
  toCall,
} from "../../../src/signing/simulation/measure/measures.js";
import {
  findAddresses,
  listMeasures,
  listTransfers,
} from "../../../src/signing/simulation/measure/read-logs.js";
import { otherToken, stranger, tokenIn, wallet } from "./fake-node.js";

test("knows the events by the hashes of their signatures", () => {
  const address = "address,address";
  const signatures: Record<keyof typeof eventTopics, string> = {
    transfer: `Transfer(${address},uint256)`,
    transferSingle: `TransferSingle(${address},address,uint256,uint256)`,
    transferBatch: `TransferBatch(${address},address,uint256[],uint256[])`,
    idTransfer: `Transfer(${address},address,uint256,uint256)`,
    approval: `Approval(${address},uint256)`,
    approvalForAll: `ApprovalForAll(${address},bool)`,
    permitApproval: `Approval(${address},address,uint160,uint48)`,
    permit: `Permit(${address},address,uint160,uint48,uint48)`,
    authorizedOperator: `AuthorizedOperator(${address})`,
    borrowAllowance: `BorrowAllowanceDelegated(${address},address,uint256)`,
    operatorSet: `OperatorSet(${address},bool)`,
    idApproval: `Approval(${address},uint256,uint256)`,
    setAuthorization: `SetAuthorization(${address},address,bool)`,
    decreaseLiquidity: "DecreaseLiquidity(uint256,uint128,uint256,uint256)",
    collect: "Collect(uint256,address,uint256,uint256)",
    modifyLiquidity: "ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)",
  };
  for (const [name, signature] of Object.entries(signatures))
    expect(eventTopics[name as "permit"]).toBe(toEventSelector(signature));
  const tables = { ...controlEvents, ...grantEvents, ...loanEvents };
  for (const [topic, { signature }] of Object.entries(tables))
    expect(topic).toBe(toEventSelector(signature));
});

test("calls the functions by the hashes of their signatures", () => {
  const pair = "address,address";
  const signatures: Record<MeasureKind, string> = {
    balance: "balanceOf(address)",
    idBalance: "balanceOf(address,uint256)",
    nftOwner: "ownerOf(uint256)",
    allowance: `allowance(${pair})`,
    idAllowance: `allowance(${pair},uint256)`,
    borrowAllowance: `borrowAllowance(${pair})`,
    nftApproval: "getApproved(uint256)",
    operator: `isApprovedForAll(${pair})`,
    idOperator: `isOperator(${pair})`,
    tokenOperator: `isOperatorFor(${pair})`,
    authorized: `isAuthorized(${pair})`,
    permit: `allowance(${pair},address)`,
    permitExpiration: `allowance(${pair},address)`,
    positionToken0: "positions(uint256)",
    positionToken1: "positions(uint256)",
    liquidity: "positions(uint256)",
    owed0: "positions(uint256)",
    owed1: "positions(uint256)",
    isNft: "supportsInterface(bytes4)",
    debt: "borrowBalanceOf(address)",
    decimals: "decimals()",
    walletOwner: "owner()",
    rootValidator: "rootValidator()",
    validatorOwner: "ecdsaValidatorStorage(address)",
  };
  for (const [kind, signature] of Object.entries(signatures)) {
    const measure: Measure = {
      kind: kind as MeasureKind,
      token: tokenIn,
      account: wallet,
      spender: stranger,
      id: 7n,
      asset: otherToken,
    };
    const { to, data } = toCall(measure, "0x");
    expect(to).toBe(tokenIn);
    expect(data.slice(0, 10)).toBe(toFunctionSelector(signature));
    const parameters = signature.split("(")[1] === ")" ? 0 : signature.split(",").length;
    expect(data.length).toBe(10 + 64 * parameters);
  }
});

describe("the addresses in call data", () => {
  const word = (value: Hex | bigint) =>
    pad(typeof value === "bigint" ? toHex(value) : value).slice(2);

  test("are found in arguments of nested calls", () => {
    const inner = `a9059cbb${word(stranger)}${word(5n)}`;
    const callData: Hex = `0xb61d27f6${word(tokenIn)}${word(0n)}${word(96n)}${word(68n)}${inner}`;
    expect(findAddresses(callData, 10)).toEqual([tokenIn, stranger]);
    expect(findAddresses(callData, 1)).toEqual([tokenIn]);
  });

  test("are found as the packed target of a single call of ERC-7579", () => {
    const target = `${tokenIn.slice(2)}${word(0n)}a9059cbb${word(stranger)}`;
    for (const selector of ["e9ae5c53", "8dd7712fe9ae5c53", "d691c964"]) {
      const callData: Hex = `0x${selector}${word(0n)}${word(64n)}${word(88n)}${target}`;
      expect(findAddresses(callData, 10)).toEqual(expect.arrayContaining([tokenIn, stranger]));
      const end = callData.length - 136;
      expect(findAddresses(callData.slice(0, end) as Hex, 10)).toContain(tokenIn);
      expect(findAddresses(callData.slice(0, end - 2) as Hex, 10)).not.toContain(tokenIn);
    }
  });

  test("are no numbers below 2^128, and are not read past the end", () => {
    expect(findAddresses(`0x12345678${word(2n ** 128n - 1n)}`, 10)).toEqual([]);
    expect(findAddresses(`0x12345678${word(stranger).slice(0, 62)}`, 10)).toEqual([]);
    expect(findAddresses("0x", 10)).toEqual([]);
  });
});

test("names nothing to measure for events without topics or of other accounts", () => {
  const transfer = [eventTopics.transfer, pad(stranger), pad(tokenIn)];
  expect(listMeasures([{ address: otherToken, topics: [], data: "0x" }], wallet, [])).toEqual([]);
  expect(listMeasures([{ address: otherToken, topics: transfer, data: "0x" }], wallet, [])).toEqual(
    [],
  );
});

test("reads transfers of tokens, but no approval and no NFT, as transfers", () => {
  const accounts = [pad(stranger), pad(wallet)];
  const nine = pad("0x09");
  const transfer = { address: tokenIn, topics: [eventTopics.transfer, ...accounts], data: nine };
  expect(listTransfers([transfer])).toEqual([
    { token: tokenIn, from: stranger, to: wallet, amount: 9n },
  ]);
  const approval = { ...transfer, topics: [eventTopics.approval, ...accounts] };
  const nft = { ...transfer, topics: [eventTopics.transfer, ...accounts, nine], data: "0x" };
  expect(listTransfers([approval, nft])).toEqual([]);
});
