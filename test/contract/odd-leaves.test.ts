import { testOddLeaves } from "./odd-leaves.js";

testOddLeaves(4);
