import { useMutation } from "@tanstack/react-query";
import type { UploadProgress, UploadTarget } from "bursar";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useApp } from "../../app/AppContext";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Icon } from "../../ui/Icon";
import { sampleDocument } from "./sample-document";

interface UploadProps {
  side: "front" | "back";
  target: UploadTarget;
  onUploaded(): void;
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_024).toLocaleString("en-US")} KB`;

/** Uploads one document and shows the progress. The file can be dropped, chosen or a sample. */
export function Upload({ side, target, onUploaded }: UploadProps) {
  const { client, sandbox } = useApp();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<UploadProgress>();
  const [over, setOver] = useState(false);
  const picture = usePicture(file);
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef<AbortController>(undefined);
  const id = useId();
  useEffect(() => () => leaving.current?.abort(), []);

  const upload = useMutation({
    mutationFn: (chosen: File) => {
      leaving.current = new AbortController();
      // With the browser's own upload, the progress is exact to the byte.
      const { kyc } = sandbox ? client : client.withOptions({ fetch: undefined });
      return kyc.uploadDocument(target, chosen, {
        onProgress: setProgress,
        signal: leaving.current.signal,
      });
    },
    onSuccess: onUploaded,
  });
  const take = (chosen: File | undefined) => {
    if (!chosen || upload.isPending || upload.isSuccess) return;
    setFile(chosen);
    setProgress(undefined);
    upload.mutate(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const title = side === "front" ? "Front of the document" : "Back of the document";
  const share = progress && progress.total > 0 ? progress.sent / progress.total : 0;
  return (
    <section
      className="upload"
      aria-labelledby={id}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="row between">
        <h3 id={id}>{title}</h3>
        {upload.isSuccess && <Badge tone="good">Uploaded</Badge>}
      </div>
      <div className="upload-picture">
        {picture ? (
          <img src={picture} alt={title} />
        ) : (
          <div className="upload-empty">
            <Icon name="kyc" />
            <p className="muted small">Drop a picture here</p>
          </div>
        )}
      </div>
      {file && (
        <div className="upload-progress" role="status">
          <progress
            value={upload.isSuccess ? 1 : share}
            max={1}
            aria-label={`Upload of the ${side}`}
          />
          <p className="muted small break">
            {file.name}, {kilobytes(file.size)} ·{" "}
            {upload.isSuccess ? "100" : Math.round(share * 100)} %
          </p>
        </div>
      )}
      {upload.error && <ErrorNote error={upload.error} />}
      {!upload.isSuccess && (
        <div className="row">
          <input
            ref={input}
            type="file"
            className="sr-only"
            accept="image/*,application/pdf"
            aria-label={`Document file, ${side}`}
            tabIndex={-1}
            onChange={(event) => take(event.target.files?.[0])}
          />
          <Button
            onClick={() => input.current?.click()}
            disabled={upload.isPending}
            label={`Choose a file for the ${side}`}
          >
            Choose a file
          </Button>
          <Button
            kind="primary"
            onClick={() => void sampleDocument(side).then(take)}
            busy={upload.isPending}
            label={`Use a sample for the ${side}`}
          >
            Use a sample
          </Button>
        </div>
      )}
    </section>
  );
}

/** Returns the file as a data: URL, which the page's policy allows for images. */
function usePicture(file: File | undefined): string | undefined {
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    setPicture(undefined);
    if (!file?.type.startsWith("image/")) return;
    const reader = new FileReader();
    reader.onload = () => setPicture(String(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return picture;
}
