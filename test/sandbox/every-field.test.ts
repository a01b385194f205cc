import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { createSandbox, veteranWallet } from "../../src/sandbox/index.js";
import { listDocumentedFields, listFilledFields } from "./documented-fields.js";
import { company, createSession, openSession, person, processSession, uploadDocuments } from "./kyc/verification-sessions.js";
import { createSandboxClient, factory, interceptRequests, openWallet, owner, testStart, usdc, weth } from "./open-sandbox.js";
import { openOrder, openPosition, pix, positionOf, signHash, toSignable, type Opened } from "./prepare.js";
import { createOrderRequest, createSwapRequest, findExecutable } from "./swap/swap-requests.js";
import { validCalls } from "./valid-calls.js";

const treasury = "0x7777777777777777777777777777777777777777";
const partner = "0x8888888888888888888888888888888888888888";
const ethereumUsdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const usdy = "0x96f6ef951840721adbf46ac996b59e0235cb985c";
const gas = { payGasFeeToken: usdc, gasFeePaymentMethod: "ADD_TO_AMOUNT" } as const;

/** Fields that the sandbox never fills, with the reason. */
const neverFilled: Readonly<Partial<Record<EndpointName, Readonly<Record<string, string>>>>> = {};
