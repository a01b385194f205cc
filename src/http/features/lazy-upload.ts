import type { UploadTarget } from "../../contract/kyc/types.js";
import { assertKnownOptions } from "../../errors/unknown-option.js";
import type { OptionNames } from "../../shared/option-names.js";
import type { Config } from "../config/config.js";
import { type EndedCall, emitEnd } from "../config/emit-end.js";
import { validateTime } from "../config/resolve-config.js";
import { getSteadyTime } from "../wire/steady-time.js";
import { loadChunk } from "./load-chunk.js";
import type { UploadFile, UploadOptions } from "./upload.js";

const operation = "kyc.uploadDocument";
const defaultTimeout = 300_000;
const optionNames: OptionNames<UploadOptions> = {
  onProgress: true,
  signal: true,
  timeout: true,
  fileName: true,
  contentType: true,
};

/** The upload code is a separate chunk, which is loaded by the first upload. */
export async function uploadLazily(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions,
  config: Config,
): Promise<void> {
  const startedAt = getSteadyTime();
  const call: EndedCall = { operation, effect: "write", attempts: 0 };
  try {
    await upload(target, file, options, config, call);
    emitEnd(config, startedAt, call);
  } catch (error) {
    emitEnd(config, startedAt, call, error);
    throw error;
  }
}

async function upload(
  target: UploadTarget,
  file: UploadFile,
  options: UploadOptions,
  config: Config,
  call: EndedCall,
): Promise<void> {
  assertKnownOptions(operation, options, optionNames);
  const timeout = validateTime("timeout", options.timeout ?? defaultTimeout);
  const deadline = { signal: options.signal, timeout, scope: "attempt" } as const;
  const load = () => import("./upload.js");
  const { uploadFile } = await loadChunk(operation, deadline, load);
  return uploadFile(target, file, { ...options, timeout }, config, call);
}
