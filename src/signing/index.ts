export { fromUnits } from "./from-units.js";
export { hashTypedData, type NormalTypedData, type NormalTypedDataDomain, normaliseTypedData } from "./normalise-typed-data.js";
export { type SignAuthorizationOptions, signAuthorization } from "./sign-authorization.js";
export { type SignTypedDataOptions, signTypedData } from "./sign-typed-data.js";
export { type SignUserOperationOptions, signUserOperation } from "./sign-user-operation.js";
export type { AccountSigner, AuthorizationToSign, ClientSigner, Signer, TypedDataToSign } from "./signer.js";
export { toUnits } from "./to-units.js";
