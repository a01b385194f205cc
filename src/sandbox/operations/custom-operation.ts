import type {
  CustomOperationRequest,
  UserOperation,
  UserOperationResponse,
} from "../../contract/operations/custom-records.js";
import type { Given } from "../../contract/records/schema.js";
import type { Chain } from "../../contract/shared/records.js";
import { evmAddressPattern } from "../../shared/patterns.js";
import { createGasCharge, describeGas, getChargedToken } from "../shared/charges.js";
import { getWallet } from "../shared/find-wallet.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { ServiceError } from "../shared/service-error.js";
import { getTokens } from "../shared/whitelist.js";
import { describeChain, findToken } from "../world/catalogue.js";
import { toAccountKey, toAssetKey } from "../world/ledger.js";
import { findEntry, toIsoTime } from "../world/state.js";
import type { Booking, Charge, Operation, Project, World } from "../world/world.js";
import { prepareOperation } from "./prepare-operation.js";
import { prepareTransfer } from "./prepare-transfer.js";
import { entryPointVersion } from "./user-operation.js";

/** Transfers of known tokens. The sandbox has no other contracts. */
function listTransfers(
  { chainId, operations }: Pick<Given<CustomOperationRequest>, "chainId" | "operations">,
  from: string,
): Booking[] {
  return operations.flatMap(({ address, methodSignature, arguments: values }) => {
    const [to = "", amount = ""] = values ?? [];
    const isTransfer =
      methodSignature === "transfer(address,uint256)" &&
      findToken(chainId, address) !== undefined &&
      evmAddressPattern.test(to) &&
      /^\d{1,78}$/.test(amount);
    if (!isTransfer) return [];
    return {
      from,
      to: toAccountKey(to),
      asset: toAssetKey(chainId, address),
      units: BigInt(amount),
    };
  });
}

function describeOperation(
  world: World,
  { id: projectId }: Project,
  operation: Operation,
): UserOperationResponse {
  const { hash, chainId, wallet, owner, record, bookings } = operation;
  const message = operation.typedData.message as Record<string, string>;
  const [verificationGasLimit, callGasLimit] = splitWord(message.accountGasLimits);
  const [maxPriorityFeePerGas, maxFeePerGas] = splitWord(message.gasFees);
  const chainIn = describeChain(chainId);
  const chainOut = (record as { chainOut?: Chain }).chainOut ?? chainIn;
  const gas = bookings.find((each): each is Charge => "type" in each && each.type === "GAS");
  const factory = findEntry(world.wallets, wallet)?.factory;
  const userOperation: UserOperation = {
    metadata: operation.metadata,
    id: hash,
    userOperationHash: hash,
    hash,
    authorization: operation.authorization,
    chainIn,
    chainOut,
    chainIdIn: chainIn.id,
    chainIdOut: chainOut.id,
    sender: {
      walletAddress: wallet as `0x${string}`,
      accountAbstraction: wallet as `0x${string}`,
      externallyOwnedAccount: owner,
    },
    nonce: message.nonce,
    // The sandbox does not keep it.
    signature: null,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas: message.preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    maxGasFeeNative: gas ? describeGas(world, gas).maxGasFeeNative : null,
    maxGasFeeToken: gas ? describeGas(world, gas).maxGasFeeToken : null,
    payFeesToken: gas ? getChargedToken(gas).address : null,
    factory: factory ? { data: message.initCode, address: factory, entryPointVersion } : null,
    paymaster: null,
    paymasterData: null,
    paymasterPostOpGasLimit: null,
    paymasterVerificationGasLimit: null,
    expiresAt: toIsoTime(operation.expiresAt),
    projectId,
    organizationId: null,
  };
  return { userOperation };
}

function splitWord(word: string | undefined): [string, string] {
  const digits = (word ?? "").slice(2).padStart(64, "0");
  const toText = (hex: string) => BigInt(`0x${hex}`).toString();
  return [toText(digits.slice(0, 32)), toText(digits.slice(32))];
}

export const preparedHandlers: OperationHandlers = {
  "operations.transfer": (request) => ({ transfer: prepareTransfer(request) }),
  "operations.custom"(request) {
    const { world, project, body } = request;
    const wallet = getWallet(request, body.walletAddress);
    const [gasToken] = getTokens(body.chainId, [body.payGasFeeToken]);
    const operation = prepareOperation({
      world,
      project,
      wallet,
      chainId: body.chainId,
      record: { type: "CUSTOM_OPERATION" },
      bookings: [
        ...listTransfers(body, wallet.address),
        createGasCharge(world, wallet.address, gasToken),
      ],
      details: body.operations,
      metadata: body.metadata ?? null,
    });
    return describeOperation(world, project, operation);
  },
  "operations.get"({ world, project, params }) {
    const operation = findEntry(world.operations, params.userOperationHash?.toLowerCase());
    if (operation?.projectId !== project.id) throw new ServiceError("USER_OPERATION_NOT_FOUND");
    return describeOperation(world, project, operation);
  },
};
