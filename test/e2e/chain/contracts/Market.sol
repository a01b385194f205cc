// SPDX-License-Identifier: MIT
// The contracts of the simulation's chain tests, with `Tokens.sol` and `Accounts.sol`.
// `contracts.json` has their bytecode: solc 0.8.30, optimizer with 200 runs, EVM version cancun, no
// metadata (`bytecodeHash: "none"`, `appendCBOR: false`).
pragma solidity 0.8.30;

/// A plain ERC-20 token.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint8 places) {
        decimals = places;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external virtual returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Like some old tokens, this one emits no events.
contract SilentToken is Token {
    constructor() Token(18) {}

    function approve(address spender, uint256 value) external override returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function move(address from, address to, uint256 value) internal override {
        balanceOf[from] -= value;
        balanceOf[to] += value;
    }
}

/// Says that it pays its owner, and pays another account.
contract LyingToken is Token {
    constructor() Token(18) {}

    function move(address from, address to, uint256 value) internal override {
        balanceOf[from] -= value;
        balanceOf[address(this)] += value;
        emit Transfer(from, to, value);
    }
}

/// Non-fungible tokens with only the functions that the tests call.
contract Nft {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event Approval(address indexed owner, address indexed approved, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd;
    }

    function mint(address to, uint256 id) external {
        ownerOf[id] = to;
        balanceOf[to]++;
        emit Transfer(address(0), to, id);
    }

    function approve(address spender, uint256 id) external {
        require(ownerOf[id] == msg.sender);
        getApproved[id] = spender;
        emit Approval(msg.sender, spender, id);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from && (from == msg.sender || isApprovedForAll[from][msg.sender]));
        ownerOf[id] = to;
        balanceOf[from]--;
        balanceOf[to]++;
        delete getApproved[id];
        emit Transfer(from, to, id);
    }
}

/// Many tokens in one contract (ERC-1155), with only the functions that the tests call.
contract MultiToken {
    event TransferSingle(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256 id,
        uint256 value
    );
    event TransferBatch(
        address indexed operator,
        address indexed from,
        address indexed to,
        uint256[] ids,
        uint256[] values
    );
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    mapping(address => mapping(uint256 => uint256)) balances;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0xd9b67a26;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return balances[account][id];
    }

    function mint(address to, uint256 id, uint256 value) external {
        balances[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function transfer(address to, uint256 id, uint256 value) external {
        balances[msg.sender][id] -= value;
        balances[to][id] += value;
        emit TransferSingle(msg.sender, msg.sender, to, id, value);
    }

    function transferBatch(address to, uint256[] calldata ids, uint256[] calldata values) external {
        for (uint256 i = 0; i < ids.length; i++) {
            balances[msg.sender][ids[i]] -= values[i];
            balances[to][ids[i]] += values[i];
        }
        emit TransferBatch(msg.sender, msg.sender, to, ids, values);
    }
}

/// Swaps at a price that the caller sets. It must own what it pays out.
contract Market {
    receive() external payable {}

    /// The zero address is the native coin.
    function swap(
        address tokenIn,
        uint256 amountIn,
        address tokenOut,
        uint256 amountOut,
        address to
    ) external payable {
        if (tokenIn == address(0)) require(msg.value == amountIn);
        else require(Token(tokenIn).transferFrom(msg.sender, address(this), amountIn));
        if (tokenOut != address(0)) require(Token(tokenOut).transfer(to, amountOut));
        else {
            (bool paid,) = to.call{value: amountOut}("");
            require(paid);
        }
    }
}

/// Swaps in two steps, or with a token that it gets through Permit2.
contract Router {
    function swapTwice(
        Market market,
        Token[3] calldata tokens,
        uint256[3] calldata amounts,
        address to
    ) external {
        require(tokens[0].transferFrom(msg.sender, address(this), amounts[0]));
        for (uint256 i = 0; i < 2; i++) {
            tokens[i].approve(address(market), amounts[i]);
            address receiver = i == 0 ? address(this) : to;
            market.swap(
                address(tokens[i]), amounts[i], address(tokens[i + 1]), amounts[i + 1], receiver
            );
        }
    }

    function swapWithPermit(
        Permits permits,
        Market market,
        Token tokenIn,
        uint160 amountIn,
        address tokenOut,
        uint256 amountOut,
        address to
    ) external {
        permits.transferFrom(msg.sender, address(this), amountIn, address(tokenIn));
        tokenIn.approve(address(market), amountIn);
        market.swap(address(tokenIn), amountIn, tokenOut, amountOut, to);
    }
}

/// The parts of Permit2 that set an approval and spend it.
contract Permits {
    event Approval(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration
    );

    struct Allowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address => mapping(address => mapping(address => Allowance))) public allowance;

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        allowance[msg.sender][token][spender] = Allowance(amount, expiration, 0);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowance storage allowed = allowance[from][token][msg.sender];
        require(allowed.expiration >= block.timestamp);
        if (allowed.amount != type(uint160).max) allowed.amount -= amount;
        require(Token(token).transferFrom(from, to, amount));
    }
}

/// A wallet that gets its whole operation, as ERC-4337 allows. It sends a token to the account and
/// with the value that follow the selector in the operation's call data.
contract WholeOperationWallet {
    struct Operation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    function executeUserOp(Operation calldata operation, bytes32 hash) external {
        require(operation.sender == address(this) && hash != 0);
        (Token token, address to, uint256 value) =
            abi.decode(operation.callData[4:], (Token, address, uint256));
        token.transfer(to, value);
    }
}
