//! What only the owner of a system may do.

use super::find::find;
use super::run::run;

/// Tells whether this user may do everything, on systems that have such a user.
pub(crate) fn is_root() -> bool {
    cfg!(unix) && run("id").arg("-u").output().is_ok_and(|id| id.trim() == "0")
}

/// Installs packages of Debian, if the system has them and lets this user.
pub(crate) fn install(packages: &[&str]) -> bool {
    if find("apt-get").is_none() || !is_root() {
        return false;
    }
    let update = run("apt-get").args(["update", "-qq"]).go();
    update.and_then(|()| run("apt-get").args(["install", "-y", "-qq"]).args(packages).output()).is_ok()
}
