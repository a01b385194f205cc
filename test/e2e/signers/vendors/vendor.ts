import type { Signer } from "bursar/signing";
import type { Address, Hex, PrivateKeyAccount } from "viem";

/** What a vendor's package needs to create its signer. */
export interface Access {
  /** The loopback address of the vendor's server. */
  readonly url: string;
  readonly owner: Address;
  /** Only for packages that keep the key themselves. */
  readonly privateKey: Hex;
}

/** A request that a vendor's package sends to its server. */
export interface VendorRequest {
  readonly path: string;
  readonly body: string;
}

export interface Vendor {
  /** The published package. */
  readonly name: string;
  readonly signsAuthorizations: boolean;
  /** Returns a value of the package. Its type must fit without a cast. */
  createSigner(access: Access): Promise<Signer>;
  /** Responds in place of the vendor's server, which has the key. */
  respond?(key: PrivateKeyAccount, request: VendorRequest): Promise<unknown>;
}
