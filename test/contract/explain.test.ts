import { testExplain } from "./explain.js";

testExplain(8);
