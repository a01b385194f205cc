import { testPrivateMarkers } from "../../check/private-markers.js";

testPrivateMarkers(1, 1_000);
