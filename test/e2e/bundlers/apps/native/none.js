// Replaces a native module.
module.exports = { __esModule: true, default: null };
