import ts from "typescript";

/** The settings with which the examples compile: those of examples/tsconfig.json, and stricter. */
export const settings: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
};
