// The fetch layer is hundreds of files here. Tests that measure a time must not wait for them.
import "../../../src/http/transport.js";
