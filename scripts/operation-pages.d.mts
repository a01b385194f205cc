/** The first request of an operation that its example sends, and the response. */
interface Exchange {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  /** The body. Empty without one. */
  readonly text: string;
  readonly status: number;
  readonly response: unknown;
  /** What the example prints. */
  readonly output: string;
}

interface OperationPage {
  readonly text: string;
  readonly title: string;
  readonly effect: string;
  readonly program: string;
  readonly exchange: Exchange;
}

export function createOperationPages(): Promise<Map<string, OperationPage>>;
export function writeOperationPages(site: string): Promise<string[]>;
