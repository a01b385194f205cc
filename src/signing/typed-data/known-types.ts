/** The fields of known types, in the form of `formatFieldList`. */
export const packedUserOperationFields =
  "address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData";
export const lightAccountFields = "bytes message";
export const kernelFields = "bytes32 hash";
