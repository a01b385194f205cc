export { createSandbox } from "./create-sandbox.js";
export type { MswHandlers, MswHttp } from "./server/msw-handlers.js";
export type { ListenOptions, SandboxServer } from "./server/node-listener.js";
export type { Failure, Sandbox, SandboxOptions, SandboxRequest, SandboxSnapshot } from "./types.js";
export { veteranOwner, veteranWallet } from "./wallets/veteran-wallet.js";
export { demoWallet } from "./world/demo-wallet.js";
export type { HeldNft, Outage, Project } from "./world/world.js";
