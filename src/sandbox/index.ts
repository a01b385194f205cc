export { createSandbox } from "./create-sandbox.js";
export type { MswHandlers, MswHttp } from "./server/msw-handlers.js";
export type { ListenOptions, SandboxServer } from "./server/node-listener.js";
export type {
  FundRequest,
  NftGift,
  PriceChange,
  TokenReference,
} from "./shared/named-arguments.js";
export type {
  Failure,
  ProjectChanges,
  Sandbox,
  SandboxOptions,
  SandboxRequest,
  SandboxSnapshot,
} from "./types.js";
export { veteranOwner, veteranWallet } from "./wallets/veteran-wallet.js";
export type { WebhookEventType, WebhookOverrides } from "./webhooks/sample-events.js";
export type {
  SandboxDelivery,
  SandboxWebhookOptions,
  SandboxWebhooks,
} from "./webhooks/webhook-endpoint.js";
export { demoWallet } from "./world/demo-wallet.js";
export type { Outage } from "./world/outages.js";
export type { HeldNft, Project } from "./world/world.js";
