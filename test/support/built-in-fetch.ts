// Loads Node's own dispatcher first. A test that imports the package undici would replace it for
// all files of its worker.
void globalThis.Request;
