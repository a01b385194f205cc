import { testOddLeaves } from "../../contract/odd-leaves.js";

testOddLeaves(1);
