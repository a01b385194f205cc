// SPDX-License-Identifier: MIT
// The contracts of settlement.test.ts. `contracts.json` has their bytecode: solc 0.8.30, optimizer
// with 200 runs, EVM version cancun, no metadata (`bytecodeHash: "none"`, `appendCBOR: false`).
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

/// Keeps one percent of every transfer.
contract FeeToken is Token {
    constructor(uint8 places) Token(places) {}

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(from, to, value - fee);
        emit Transfer(from, address(this), fee);
    }
}

/// The native coin as a token. Like the usual contract, it names its events itself.
contract Wrapped is Token {
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    constructor() Token(18) {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        emit Withdrawal(msg.sender, value);
        (bool paid,) = msg.sender.call{value: value}("");
        require(paid);
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

/// A wallet for every EntryPoint. It accepts every operation: signatures are not under test.
contract Wallet {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function executeBatch(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool isDone,) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            require(isDone);
        }
    }

    /// Validates: the struct of an operation differs by version, but not what is after it.
    fallback(bytes calldata input) external returns (bytes memory) {
        uint256 missing = uint256(bytes32(input[68:100]));
        if (missing > 0) {
            (bool paid,) = msg.sender.call{value: missing}("");
            require(paid);
        }
        return abi.encode(uint256(0));
    }
}

/// A paymaster for every EntryPoint. It takes a token before the execution, and returns a part.
contract TokenPaymaster {
    Token immutable token;
    uint256 constant charge = 3_000_000;
    uint256 constant refund = 1_000_000;

    constructor(address paidIn) {
        token = Token(paidIn);
    }

    /// The arguments before it differ by version, but not those that are read.
    fallback(bytes calldata input) external returns (bytes memory) {
        // validatePaymasterUserOp(operation, hash, maxCost) has an operation at its first offset,
        // and postOp(mode, context, …) a mode from 0 to 2.
        uint256 first = uint256(bytes32(input[4:36]));
        if (first > 2) {
            address sender = abi.decode(input[4 + first:36 + first], (address));
            require(token.transferFrom(sender, address(this), charge));
            return abi.encode(abi.encode(sender), uint256(0));
        }
        (, bytes memory context) = abi.decode(input[4:], (uint8, bytes));
        require(token.transfer(abi.decode(context, (address)), refund));
        return "";
    }
}
