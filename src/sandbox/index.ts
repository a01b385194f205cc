export * from "./controls/every-fault.js";
export type {
  NftGift,
  PriceChange,
  ProjectChanges,
  Sandbox,
  SandboxOptions,
  SandboxSnapshot,
  SandboxWebhookControls,
} from "./controls/types.js";
export { createSandbox } from "./create-sandbox.js";
export type { Delay, Failure, FaultControls, FaultSpan, Interruption } from "./server/faults.js";
export type { MswHandlers, MswHttp } from "./server/msw-handlers.js";
export type { ListenOptions, SandboxServer } from "./server/node-listener.js";
export type { SandboxRequest } from "./server/request-log.js";
export type { FundRequest } from "./wallets/fund-account.js";
export { veteranOwner, veteranWallet } from "./wallets/veteran-wallet.js";
export type { WebhookEventType, WebhookOverrides } from "./webhooks/sample-events.js";
export type {
  SandboxDelivery,
  SandboxWebhookOptions,
  SandboxWebhooks,
} from "./webhooks/webhook-endpoint.js";
export { demoWallet } from "./world/demo-wallet.js";
export type { SandboxWords } from "./world/words.js";
export type { Outage, Project } from "./world/world.js";
