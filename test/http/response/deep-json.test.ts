import { testDeepJson } from "./deep-json-tests.js";

testDeepJson(20_000);
