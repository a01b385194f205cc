export type { JsonSchema } from "../contract/records/to-json-schema.js";
export { createTools, type ToolConfirmation, type ToolsOptions } from "./create-tools.js";
export type { PreparedTask, SigningSettings, TaskName, TaskOptions } from "./task-tool.js";
export type {
  Tool,
  ToolAnnotations,
  ToolError,
  ToolResult,
  ToolSchema,
} from "./tool-types.js";
