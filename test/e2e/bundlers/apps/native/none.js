// In place of a module of native code.
module.exports = { __esModule: true, default: null };
