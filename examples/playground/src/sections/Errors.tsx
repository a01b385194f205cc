import { useState } from "react";
import { useApp } from "../app/AppContext";
import { Button } from "../ui/Button";
import { ErrorNote } from "../ui/ErrorNote";
import { Panel } from "../ui/Panel";

export function Errors() {
  const { client } = useApp();
  const [error, setError] = useState<unknown>();
  const show = () =>
    client.wallets
      .history("0x00000000000000000000000000000000000000aa")
      .firstPage()
      .catch((failure) => setError(failure));
  return (
    <Panel title="A wallet that nobody registered">
      <Button onClick={() => void show()}>Show it</Button>
      {error !== undefined && <ErrorNote error={error} />}
    </Panel>
  );
}
