// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Keeps half a percent of each coin that it receives for another account.
contract Splitter {
    address immutable other;

    constructor(address account) {
        other = account;
    }

    receive() external payable {
        (bool paid,) = other.call{value: msg.value / 200}("");
        require(paid);
    }
}

/// A wallet with an owner, modules and delegate calls. Anyone may call it, because the simulation
/// must not depend on who may.
contract ModularWallet {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    event OwnershipTransferred(address indexed from, address indexed to);
    event ModuleInstalled(uint256 kind, address module);
    event SignerAdded(address signer);

    address public owner;

    constructor(address account) {
        owner = account;
    }

    receive() external payable {}

    function executeBatch(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool isDone,) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            require(isDone);
        }
    }

    /// ERC-7579. The mode that starts with 0xff is a delegate call of the target that follows.
    function execute(bytes32 mode, bytes calldata calldatas) external {
        require(bytes1(mode) == 0xff);
        (bool isDone,) = address(bytes20(calldatas[:20])).delegatecall(calldatas[20:]);
        require(isDone);
    }

    function transferOwnership(address account) external {
        emit OwnershipTransferred(owner, account);
        owner = account;
    }

    function setOwner(address account) external {
        owner = account;
    }

    function installModule(uint256 kind, address module, bytes calldata) external {
        emit ModuleInstalled(kind, module);
    }

    function addSigner(address signer) external {
        emit SignerAdded(signer);
    }
}

/// The code of a delegate call. It replaces the wallet's owner in the first slot.
contract OwnerThief {
    address owner;

    function take(address account) external {
        owner = account;
    }
}
