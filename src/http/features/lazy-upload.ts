import type { UploadTarget } from "../../contract/kyc/types.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import type { Config } from "../config/config.js";
import { emitEnd } from "../config/emit-end.js";
import { maxTimerDelay } from "../config/resolve-config.js";
import { traceCall } from "../config/trace-call.js";
import { loadChunk } from "./load-chunk.js";
import type { UploadContext, UploadFile, UploadOptions } from "./upload.js";

const operation = "kyc.uploadDocument";
const defaultTimeout = 300_000;

/** The upload code, which checks the options, is a chunk of its own: the first upload loads it. */
export function uploadLazily(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions,
  config: Config,
): Promise<void> {
  return traceCall(config, operation, (trace) => upload(target, file, options, { config, trace }));
}

async function upload(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions,
  { config, trace }: Pick<UploadContext, "config" | "trace">,
): Promise<void> {
  const startedAt = getSteadyTime();
  const given = Number(options?.timeout);
  const timeout = given > 0 ? Math.min(given, maxTimerDelay) : defaultTimeout;
  const deadline = { signal: options?.signal, timeout, scope: "attempt" } as const;
  const load = () => import("./upload.js");
  const { uploadFile } = await loadChunk(operation, deadline, load).catch((error) => {
    const counter = { attempts: 0 };
    emitEnd(config, startedAt, { operation, effect: "write", counter, error }, trace);
    throw error;
  });
  return uploadFile(target, file, options, { config, trace, startedAt, defaultTimeout });
}
