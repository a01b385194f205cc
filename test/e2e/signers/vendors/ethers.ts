import { Wallet } from "ethers";
import { fromEthers } from "../ethers-adapter.js";
import type { Vendor } from "./vendor.js";

export const ethers: Vendor = {
  name: "ethers",
  signsAuthorizations: true,
  createSigner: async ({ privateKey }) => fromEthers(new Wallet(privateKey)),
};
