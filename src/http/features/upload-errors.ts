import { UploadError } from "../../errors/data.js";

export const operation = "kyc.uploadDocument";

export interface StorageResponse {
  readonly status: number;
  readonly text: string;
}

export function createUnreachableError(reason: string): UploadError {
  return new UploadError(`${operation}: the upload failed (${reason})`, {
    operation,
    hint: "The document may not have arrived. Upload it again to the same target within 15 minutes of its creation.",
  });
}

export function createRejectedError({ status, text }: StorageResponse): UploadError {
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(text)?.[1];
  const message = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1];
  const details = [status, code].filter(Boolean).join(" ") + (message ? `: ${message}` : "");
  return new UploadError(`${operation}: the storage responded ${details}`, {
    operation,
    status,
    code,
    hint: createRejectionHint(status, code, message),
  });
}

function createRejectionHint(
  status: number,
  code: string | undefined,
  message: string | undefined,
): string {
  if (code === "EntityTooLarge" || status === 413) {
    return "The file is larger than the target allows.";
  }
  if (status < 400) return "Redirects are never followed. Report this redirect to the service.";
  if (status >= 500) return "Upload it again to the same target within 15 minutes of its creation.";
  if (/expired/i.test(`${code} ${message}`) || status === 403) {
    return "Upload targets expire after 15 minutes. Create a new session for new targets.";
  }
  return "Check that the file belongs to this target, and pass the target unchanged.";
}
