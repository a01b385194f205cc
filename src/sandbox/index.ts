export { demoWallet } from "./demo.js";
export type { MswHandlers, MswHttp } from "./msw.js";
export type { ListenOptions, SandboxServer } from "./node.js";
export { createSandbox } from "./sandbox.js";
export type { Failure, Sandbox, SandboxOptions, SandboxRequest, SandboxSnapshot } from "./types.js";
export { veteranOwner, veteranWallet } from "./veteran.js";
export type { HeldNft, Outage, Project } from "./world.js";
