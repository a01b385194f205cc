import { testLargeErrors } from "../../../http/request/large-errors.js";

testLargeErrors(10_000_000);
