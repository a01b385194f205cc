import type {
  RegisterWalletRequest,
  WalletIdentity,
  WalletResponse,
} from "../contract/wallets/records.js";
import { OutcomeUnknownError } from "../errors/connection.js";
import { isApiError } from "../errors/is-api-error.js";
import type { CallOptions } from "../http/config/options.js";

/** A registered wallet. */
export interface EnsuredWallet extends WalletResponse {
  /** Whether this call registered it. */
  newlyRegistered: boolean;
}

interface WalletCalls {
  check(wallet: WalletIdentity, options: CallOptions): Promise<WalletResponse>;
  register(request: RegisterWalletRequest, options?: CallOptions): Promise<WalletResponse>;
}

export async function ensureWallet(
  wallets: WalletCalls,
  request: RegisterWalletRequest,
  options?: CallOptions,
): Promise<EnsuredWallet> {
  const { metadata: _, ...identity } = request;
  // Extra fields belong to the registration.
  const checkOptions = { ...options, extraBody: undefined, extraQuery: undefined };
  const before = await wallets.check(identity, checkOptions);
  if (before.wallet.registeredAt) return { ...before, newlyRegistered: false };
  try {
    return { ...(await wallets.register(request, options)), newlyRegistered: true };
  } catch (error) {
    const wasRegistered = isApiError(error, "WALLET_ALREADY_REGISTERED");
    if (!wasRegistered && !(error instanceof OutcomeUnknownError)) throw error;
    const after = await wallets.check(identity, checkOptions).catch((checkError) => {
      throw wasRegistered ? checkError : error;
    });
    if (!wasRegistered && !after.wallet.registeredAt) throw error;
    return { ...after, newlyRegistered: !wasRegistered };
  }
}
