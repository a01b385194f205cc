interface Block {
  readonly page: string;
  readonly language: string;
  readonly note: string;
  readonly code: string;
}
interface Token {
  readonly info: string;
  readonly content: string;
}
type Rule<Tokens, Options, Env, Self> = (
  tokens: Tokens,
  index: number,
  options: Options,
  env: Env,
  self: Self,
) => string;

export declare const pagesOfParts: readonly string[];
export declare function runsInNode(block: Block): boolean;
export declare function runsInPage(block: Block): boolean;
export declare function withRunBlocks<
  Tokens extends readonly Token[],
  Options,
  Env extends { readonly relativePath?: string },
  Self,
>(renderBlock: Rule<Tokens, Options, Env, Self>): Rule<Tokens, Options, Env, Self>;
