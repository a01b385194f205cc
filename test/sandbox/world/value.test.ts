import { testValue } from "./value.js";

testValue(6);
