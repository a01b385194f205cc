import { testDeepJson } from "../../../http/response/deep-json-tests.js";

testDeepJson(100_000);
