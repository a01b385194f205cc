import type { MeasureKind } from "./measures.js";

/** The hashes of the event signatures. */
export const eventTopics = {
  /** `Transfer(address,address,uint256)`, of ERC-20 and ERC-721. */
  transfer: "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
  /** `TransferSingle(address,address,address,uint256,uint256)`, of ERC-1155. */
  transferSingle: "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62",
  /** `TransferBatch(address,address,address,uint256[],uint256[])`, of ERC-1155. */
  transferBatch: "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb",
  /** `Transfer(address,address,address,uint256,uint256)`, of ERC-6909. */
  idTransfer: "0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859",
  /** `Approval(address,address,uint256)`, of ERC-20 and ERC-721. */
  approval: "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925",
  /** `ApprovalForAll(address,address,bool)` */
  approvalForAll: "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31",
  /** `Approval(address,address,address,uint160,uint48)`, of Permit2. */
  permitApproval: "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b",
  /** `Permit(address,address,address,uint160,uint48,uint48)`, of Permit2. */
  permit: "0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec",
  /** `AuthorizedOperator(address,address)`, of ERC-777. */
  authorizedOperator: "0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9",
  /** `BorrowAllowanceDelegated(address,address,address,uint256)`, of Aave. */
  borrowAllowance: "0xda919360433220e13b51e8c211e490d148e61a3bd53de8c097194e458b97f3e1",
  /** `OperatorSet(address,address,bool)`, of ERC-6909. */
  operatorSet: "0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267",
  /** `Approval(address,address,uint256,uint256)`, of ERC-6909. */
  idApproval: "0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7",
  /** `SetAuthorization(address,address,address,bool)`, of Morpho. */
  setAuthorization: "0xd5e969f01efe921d3f766bdebad25f0a05e3f237311f56482bf132d0326309c0",
  /** `DecreaseLiquidity(uint256,uint128,uint256,uint256)`, of Uniswap v3. */
  decreaseLiquidity: "0x26f6a048ee9138f2c0ce266f322cb99228e8d619ae2bff30c67f8dcf9d2377b4",
  /** `Collect(uint256,address,uint256,uint256)`, of Uniswap v3. */
  collect: "0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01",
  /** `ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)`, of Uniswap v4. */
  modifyLiquidity: "0xf208f4912782fd25c7f114ca3723a2d5dd6f3bcc3ac8db5af63baa85f711d5ec",
} as const;

/** Where an event that gives an approval has its arguments, and what reads the approval. */
export interface ApprovalEvent {
  kind: MeasureKind;
  owner: number;
  spender: number;
  id?: number;
  asset?: number;
  /** Zero if the event removes the approval. */
  value?: number;
}

// biome-ignore format: a table
export const approvalEvents: Readonly<Record<string, ApprovalEvent>> = {
  [eventTopics.approval]: { kind: "allowance", owner: 0, spender: 1, value: 2 },
  [eventTopics.approvalForAll]: { kind: "operator", owner: 0, spender: 1, value: 2 },
  [eventTopics.permitApproval]: { kind: "permit", owner: 0, asset: 1, spender: 2, value: 3 },
  [eventTopics.permit]: { kind: "permit", owner: 0, asset: 1, spender: 2, value: 3 },
  [eventTopics.authorizedOperator]: { kind: "tokenOperator", owner: 1, spender: 0 },
  [eventTopics.borrowAllowance]: { kind: "borrowAllowance", owner: 0, spender: 1, asset: 2, value: 3 },
  [eventTopics.operatorSet]: { kind: "idOperator", owner: 0, spender: 1, value: 2 },
  [eventTopics.idApproval]: { kind: "idAllowance", owner: 0, spender: 1, id: 2, value: 3 },
  [eventTopics.setAuthorization]: { kind: "authorized", owner: 1, spender: 2, value: 3 },
};

/** The approval event of ERC-721, which has the topic of the one of ERC-20. */
export const nftApprovalEvent: ApprovalEvent = {
  kind: "nftApproval",
  owner: 0,
  spender: 1,
  id: 2,
  value: 1,
};

interface GrantEvent {
  signature: string;
  owner: number;
  /** Whether the event has the first 19 bytes of the owner, for all of its accounts. */
  isPrefix?: boolean;
  /** The account that gets the right. Without it, the contract does. */
  spender?: number;
  /** Zero if the event removes the right. */
  value?: number;
}

/** Events of signed orders, and of other rights that no function of all such contracts reads. */
// biome-ignore format: a table
export const grantEvents: Readonly<Record<string, GrantEvent>> = {
  // CoW Protocol.
  "0x01bf7c8b0ca55deecbea89d7e58295b7ffbf685fd0d96801034ba8c6ffe1c68d": { signature: "PreSignature(address,bytes,bool)", owner: 0, value: 2 },
  // Seaport 1.1 and 1.4 to 1.6.
  "0xfde361574a066b44b3b5fe98a87108b7565e327327954c4faeea56a4e6491a0a": { signature: "OrderValidated(bytes32,address,address)", owner: 0 },
  "0xf280791efe782edcf06ce15c8f4dff17601db3b88eb3805a0db7d77faf757f04": { signature: "OrderValidated(bytes32,(address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256))", owner: 2 },
  // 0x and Bebop.
  "0x6ea9dbe8b2cc119348716a9220a0742ad62b7884ecb0ff4b32cd508121fd9379": { signature: "OrderSignerRegistered(address,address,bool)", owner: 0, spender: 1, value: 2 },
  // A Safe that the wallet owns.
  "0xf2a0eb156472d1440255b0d7c1e19cc07115d1051fe605b0dce69acfec884d9c": { signature: "ApproveHash(bytes32,address)", owner: 1 },
  // Balancer.
  "0x46961fdb4502b646d5095fba7600486a8ac05041d55cdf0f16ed677180b5cad8": { signature: "RelayerApprovalChanged(address,address,bool)", owner: 1, spender: 0, value: 2 },
  // Euler.
  "0x7ba31654d8467e98b6bd4fc56ddde246de9ade831cf860c7ac695579aecb9564": { signature: "OperatorStatus(bytes19,address,uint256)", owner: 0, isPrefix: true, spender: 1, value: 2 },
};

interface ControlEvent {
  signature: string;
  /** The argument with the wallet, if another contract emits the event. */
  wallet?: number;
  /** The argument with the account that becomes the owner. */
  owner?: number;
}

/** Events that change who controls a wallet. */
// biome-ignore format: a table
export const controlEvents: Readonly<Record<string, ControlEvent>> = {
  "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0": { signature: "OwnershipTransferred(address,address)", wallet: 0 },
  "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b": { signature: "Upgraded(address)" },
  "0x7e644d79422f17c01e4894b5f4f588d331ebfa28653d42ae832dc59e38c9798f": { signature: "AdminChanged(address,address)", wallet: 0 },
  // ERC-7579 and Kernel.
  "0xd21d0b289f126c4b473ea641963e766833c2f13866e4ff480abd787c100ef123": { signature: "ModuleInstalled(uint256,address)" },
  "0x341347516a9de374859dfda710fa4828b2d48cb57d4fbe4c1149612b8e02276e": { signature: "ModuleUninstalled(uint256,address)" },
  "0x6789ec0c85d6458d897a36a70129b101f8b4d84c6e218046c3107373dbcbae88": { signature: "RootValidatorUpdated(bytes21)" },
  "0x9d17cd6d095ac90a655405ab29f30a7ee7e88ef3974c1bf7544bf591043bb71a": { signature: "SelectorSet(bytes4,bytes21,bool)" },
  "0x472e89c0e6e95883bfdbfd3259a00530cf76c4e3cb8cbd75a5fcde80b15bed90": { signature: "ValidatorInstalled(address,uint32)" },
  "0x62d3ef672cd2691ccc14bdd4ac654ab8023ae9d09d028123bd658b3a848b0728": { signature: "ValidatorUninstalled(address)" },
  "0x84b4cb4cbaee414a5f9babad727ed2359fcc4625a6a7230b787c5d75ce0893e7": { signature: "PermissionInstalled(bytes4,uint32)" },
  "0xf09670d87cafaafd381f6b9e9778466ed6606b4a389ea5b31ba84170185c5da5": { signature: "PermissionUninstalled(bytes4)" },
  // Validators of Kernel.
  "0xa5e1f8b4009110f5525798d04ae2125421a12d0590aa52c13682ff1bd3c492ca": { signature: "OwnerRegistered(address,address)", wallet: 0, owner: 1 },
  "0x30036d69eb98f085d4223a6fa05b0b781e0719c7e52351de47b41c0971ae2022": { signature: "GuardianAdded(address,address,uint24)", wallet: 1 },
  "0xee943cdb81826d5909c559c6b1ae6908fcaf2dbc16c4b730346736b486283e8b": { signature: "GuardianRemoved(address,address)", wallet: 1 },
  "0xdaa12c36d531747b295ac442f2dc73409156b4e78117b4b178bc019014b6cf5b": { signature: "WebAuthnPublicKeyRegistered(address,bytes32,uint256,uint256)", wallet: 0 },
  "0xa5027375fd20fc218a7636187b4ecd454486bd8cbd05aeec84c49d6b7b976714": { signature: "SignerRegistered(address,bytes32,address)", wallet: 0 },
  // Wallets with several owners, and their plugins.
  "0x9e21fe49fba3f7d0d12e8f5eef3747a76c62e19def530ce9764932707e1f12dd": { signature: "OwnersUpdated(address[],address[])" },
  "0x8102106be6867f3566db7ac13c2a7afdcb3cba87576742016de13819f97e04e6": { signature: "OwnerUpdated(address,address[],address[])", wallet: 0 },
  "0x38109edc26e166b5579352ce56a50813177eb25208fd90d61f2f378386220220": { signature: "AddOwner(uint256,bytes)" },
  "0xcf95bbfe6f870f8cc40482dc3dccdafd268f0e9ce0a4f24ea1bea9be64e505ff": { signature: "RemoveOwner(uint256,bytes)" },
  // Safe.
  "0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26": { signature: "AddedOwner(address)" },
  "0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf": { signature: "RemovedOwner(address)" },
  "0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93": { signature: "ChangedThreshold(uint256)" },
  "0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440": { signature: "EnabledModule(address)" },
  "0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276": { signature: "DisabledModule(address)" },
  "0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2": { signature: "ChangedGuard(address)" },
  "0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0": { signature: "ChangedFallbackHandler(address)" },
  "0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8": { signature: "ChangedMasterCopy(address)" },
};

interface LoanEvent {
  signature: string;
  /** The argument with the wallet. Indexed arguments come first. */
  wallet: number;
}

/** Events of loans and deposits that no `balanceOf` shows. */
// biome-ignore format: a table
export const loanEvents: Readonly<Record<string, LoanEvent>> = {
  // Aave v3 and v2.
  "0xb3d084820fb1a9decffb176436bd02558d15fac9b0ddfed8c465bc7359d7dce0": { signature: "Borrow(address,address,address,uint256,uint8,uint256,uint16)", wallet: 1 },
  "0xc6a898309e823ee50bac64e45ca8adba6690e99e7841c45d754e2a38e9019d9b": { signature: "Borrow(address,address,address,uint256,uint256,uint256,uint16)", wallet: 1 },
  // Compound v2, and Euler.
  "0x13ed6866d4e1ee6da46f845c46d7e54120883d75c5ea9a2dacc1c4ca8984ab80": { signature: "Borrow(address,uint256,uint256,uint256)", wallet: 0 },
  "0xcbc04eca7e9da35cb1393a6135a199ca52e450d5e9251cbd99f7847d33a36750": { signature: "Borrow(address,uint256)", wallet: 0 },
  // Compound v3.
  "0x9b1bfa7fa9ee420a16e124f794c35ac9f90472acc99140eb2f6447c714cad8eb": { signature: "Withdraw(address,address,uint256)", wallet: 0 },
  "0xd6d480d5b3068db003533b170d67561494d72e3bf9fa40a266471351ebba9e16": { signature: "WithdrawCollateral(address,address,address,uint256)", wallet: 0 },
  "0x29db89d45e1a802b4d55e202984fce9faf1d30aedf86503ff1ea0ed9ebb64201": { signature: "TransferCollateral(address,address,address,uint256)", wallet: 0 },
  // Morpho.
  "0x570954540bed6b1304a87dfe815a5eda4a648f7097a16240dcd85c9b5fd42a43": { signature: "Borrow(bytes32,address,address,address,uint256,uint256)", wallet: 1 },
  "0xa56fc0ad5702ec05ce63666221f796fb62437c32db1aa1aa075fc6484cf58fbf": { signature: "Withdraw(bytes32,address,address,address,uint256,uint256)", wallet: 1 },
  "0xe80ebd7cc9223d7382aab2e0d1d6155c65651f83d53c8b9b06901d167e321142": { signature: "WithdrawCollateral(bytes32,address,address,address,uint256)", wallet: 1 },
  // Farms of the kind of SushiSwap's, which also pay other accounts than the one that deposited.
  "0xf279e6a1f5e320cca91135676d9cb6e44ca8a08c0b88342bcdb1144f6511b568": { signature: "Withdraw(address,uint256,uint256)", wallet: 0 },
  "0x8166bf25f8a2b7ed3c85049207da4358d16edbed977d23fa2ee6f0dde3ec2132": { signature: "Withdraw(address,uint256,uint256,address)", wallet: 0 },
  "0xbb757047c2b5f3974fe26b7c10f732e7bce710b0952a71082702781e62ae0595": { signature: "EmergencyWithdraw(address,uint256,uint256)", wallet: 0 },
  "0x2cac5e20e1541d836381527a43f651851e302817b71dc8e810284e69210c1c6b": { signature: "EmergencyWithdraw(address,uint256,uint256,address)", wallet: 0 },
  "0x71bab65ced2e5750775a0613be067df48ef06cf92a496ebf7663ae0660924954": { signature: "Harvest(address,uint256,uint256)", wallet: 0 },
  // The EntryPoint.
  "0xb7c918e0e249f999e965cafeb6c664271b3f4317d296461500e71da39f0cbda3": { signature: "StakeWithdrawn(address,address,uint256)", wallet: 0 },
};
