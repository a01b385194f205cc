import { testValue } from "./value.js";

testValue(4);
