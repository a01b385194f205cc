import type { World } from "../../../src/sandbox/world/world.js";
import { pix, withdrawalQuote } from "../../sandbox/prepare.js";
import { type Prepare, registerWallet, type Writes } from "./prepared-write.js";

const isOrdered =
  (quoteId: string) =>
  ({ fiatOrders }: World) =>
    Object.values(fiatOrders).includes(quoteId);

const prepareDeposit =
  (version: 1 | 2): Prepare =>
  async (scene, n) => {
    const walletAddress = await registerWallet(scene, n);
    const { depositQuote } = await scene.client.fiat.quoteDeposit({
      paymentMethodToSend: "ACH",
      amountToSendInFiatCurrency: 10,
      receiveCryptoCurrency: "USDC",
      individualId: "ind_1",
      chainId: 137,
      walletAddress,
    });
    const { quoteId } = depositQuote;
    return {
      key: `deposit ${quoteId}`,
      send: (client, options) =>
        version === 1
          ? client.fiat.createDepositV1({ quoteId }, options)
          : client.fiat.createDeposit({ quoteId }, options),
      matches: (method, path, body) =>
        method === "POST" && path.endsWith(`/v${version}/fiat/deposit`) && body.includes(quoteId),
      isDone: isOrdered(quoteId),
    };
  };

const prepareWithdrawal =
  (version: 1 | 2): Prepare =>
  async (scene, n) => {
    // Pays for version 2 if the individual has no quote of a deposit.
    const walletAddress = await registerWallet(scene, n);
    const { withdrawQuote } = await scene.client.fiat.quoteWithdrawal(withdrawalQuote);
    const { quoteId } = withdrawQuote;
    return {
      key: `withdrawal ${quoteId}`,
      send: (client, options) =>
        version === 1
          ? client.fiat.createWithdrawalV1({ quoteId, walletAddress }, options)
          : client.fiat.createWithdrawal({ quoteId, paymentMethod: pix }, options),
      matches: (method, path, body) =>
        method === "POST" &&
        path.endsWith(version === 1 ? "/v1/fiat/withdraw" : "/v2/fiat/withdrawal") &&
        body.includes(quoteId),
      isDone: isOrdered(quoteId),
    };
  };

export const fiatWrites = {
  "fiat.createDeposit": prepareDeposit(2),
  "fiat.createWithdrawal": prepareWithdrawal(2),
  "fiat.createDepositV1": prepareDeposit(1),
  "fiat.createWithdrawalV1": prepareWithdrawal(1),
} satisfies Writes;
