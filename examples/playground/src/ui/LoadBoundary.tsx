import { Component, type ReactNode } from "react";
import { Note } from "./Note";

/** Shows a note if a section cannot be loaded, for example after a new deployment. */
export class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Note tone="bad" title="This section cannot be shown">
        <p>Reload the page. A generated key is lost then.</p>
      </Note>
    );
  }
}
