import { testPrivateMarkers } from "./private-markers.js";

testPrivateMarkers(3, 150);
