import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ErrorNote } from "../ui/ErrorNote";
import { Field } from "../ui/Field";
import { Select } from "../ui/Select";
import { useApp } from "./AppContext";
import { SandboxSettings } from "./SandboxSettings";
import type { Theme } from "./use-theme";

interface SettingsDialogProps {
  open: boolean;
  onClose(): void;
  theme: Theme;
  setTheme(theme: Theme): void;
}

/** The settings: theme, base URL and sandbox. */
export function SettingsDialog({ open, onClose, theme, setTheme }: SettingsDialogProps) {
  const { sandbox, baseUrl, setBaseUrl, notify } = useApp();
  const [url, setUrl] = useState("");
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!open) return;
    setUrl(sandbox ? "" : baseUrl);
    setError(undefined);
  }, [open, sandbox, baseUrl]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    try {
      setBaseUrl(url.trim() || undefined);
      notify(
        url.trim() ? `Calls now go to ${url.trim()}` : "Calls now go to the sandbox in this page",
      );
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };

  return (
    <Dialog open={open} onClose={onClose} title="Settings">
      <Select
        label="Theme"
        value={theme}
        onChange={(next) => setTheme(next as Theme)}
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      {sandbox && <SandboxSettings sandbox={sandbox} onReset={onClose} />}
      <form onSubmit={save} className="stack">
        <Field
          label="Base URL"
          value={url}
          onChange={setUrl}
          placeholder="Empty: the sandbox in this page"
          hint="The URL of your proxy, which adds the API key, for example /api/bursar. This page never has a key."
        />
        {error !== undefined && <ErrorNote error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
